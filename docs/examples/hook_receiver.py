"""Takes messages of a hook, checks them, and prints one line each. Python's standard library alone.

STEMMA_HOOK_SECRET=whsec_… python hook_receiver.py 8080
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer


def verified(headers, body, secret, now):
    """The message, or None where it was not signed by the secret within five minutes of ``now``."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    message_id, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(now - int(sent)) > 300:
        return None
    signed = f"{message_id}.{sent}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(wanted.encode(), one.encode()) for one in given):
        return None
    return json.loads(body)


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Handler(BaseHTTPRequestHandler):
    seen = set()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        message = verified(self.headers, body, os.environ["STEMMA_HOOK_SECRET"], time.time())
        if message is not None and self.headers["webhook-id"] not in self.seen:  # the same may come twice
            self.seen.add(self.headers["webhook-id"])
            say(f"{message['type']} {json.dumps(message['data'])}")
        self.send_response(401 if message is None else 204)
        self.end_headers()

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    say(f"listening on {server.server_address[1]}")
    server.serve_forever()
