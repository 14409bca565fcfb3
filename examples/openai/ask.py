"""Asks the agent, and prints its answer as it streams."""

import os
import sys

from openai import OpenAI

client = OpenAI(
    base_url=os.environ.get("LAUNCHBOARD_URL", "http://127.0.0.1:8787") + "/v1",
    api_key=os.environ.get("LAUNCHBOARD_TOKEN", "none"),
)

question = " ".join(sys.argv[1:]) or "Top 3 today"
for event in client.responses.create(model="ranking", input=question, stream=True):
    if event.type == "response.output_text.delta":
        print(event.delta, end="", flush=True)
    elif event.type in ("response.completed", "response.incomplete"):
        print()
        break
    elif event.type == "response.failed":
        sys.exit(f"\n{event.response.error.message}")
else:
    sys.exit("\nthe answer was cut")
