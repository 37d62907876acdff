from benchmark.floor.accounts.models.api_token import ApiToken
from benchmark.floor.accounts.models.sign_in_attempt import SignInAttempt
from benchmark.floor.accounts.models.user import User

MUTABILITY = {"User": "mutable", "ApiToken": "mutable", "SignInAttempt": "immutable"}

__all__ = ["MUTABILITY", "ApiToken", "SignInAttempt", "User"]
