"""Asks the agent, and prints its answer as it streams."""

import json
import os
import sys
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

URL = os.environ.get("LAUNCHBOARD_URL", "http://127.0.0.1:8787")
TOKEN = os.environ.get("LAUNCHBOARD_TOKEN")

# A pause of the agent is longer than this only if the connection is lost.
TIMEOUT_SECONDS = 60


def lines(question):
    """The lines of the stream, each a dictionary with a type."""
    headers = {"Content-Type": "application/json"}
    if TOKEN:
        headers["Authorization"] = f"Bearer {TOKEN}"
    body = {"messages": [{"role": "user", "content": question}]}
    request = Request(f"{URL}/stream", json.dumps(body).encode(), headers)
    with urlopen(request, timeout=TIMEOUT_SECONDS) as response:
        for line in response:
            if line.strip():  # an idle stream has spaces
                yield json.loads(line)


def ask(question):
    for line in lines(question):
        if line["type"] == "text_delta":
            print(line["content"], end="", flush=True)
        elif line["type"] == "tool_call_args":
            print(f"[{line['tool_name']} {json.dumps(line['args'])}]", file=sys.stderr)
        elif line["type"] == "error":
            sys.exit(f"\n{line['message']}")
        elif line["type"] == "done":
            print()
            return
    # `urllib` ends without a word when the connection is lost.
    sys.exit("\nthe answer was cut")


if __name__ == "__main__":
    try:
        ask(" ".join(sys.argv[1:]) or "Top 3 today")
    except HTTPError as error:
        sys.exit(f"{error.code}: {json.load(error)['error']}")
    except URLError as error:
        sys.exit(f"No service at {URL}: {error.reason}")
