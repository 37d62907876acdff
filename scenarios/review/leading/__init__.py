"""What a lead can do to a review: each action says what it would do, in counts, before it does it."""
