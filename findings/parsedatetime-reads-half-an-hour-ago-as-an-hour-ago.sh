#!/usr/bin/env bash
# parsedatetime 2.6 (python3-parsedatetime of Debian 12), English, asked for times as of Wednesday, 2026-11-25, 18:00.
# Expected: phrases of every day are read, or refused, and all of them from the time that is given.
# Seen: "half an hour ago" is an hour ago and "the day before yesterday" is yesterday, each as a success; "Monday last
# week" is a Wednesday; "this morning" and "an hour and a half ago" are of the day on which the script runs, whatever
# time is given. src/language/slots/times.ts reads the day before yesterday as what it is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! /usr/bin/python3 -c 'import parsedatetime' 2> /dev/null; then
  apt-get install -y -qq --no-install-recommends python3-parsedatetime > /dev/null
fi
/usr/bin/python3 - <<'PY'
import datetime, sys
import parsedatetime

given = datetime.datetime(2026, 11, 25, 18, 0)
calendar = parsedatetime.Calendar()

def read(text):
    time, kind = calendar.parse(text, sourceTime=given.timetuple())
    return datetime.datetime(*time[:6]), kind

expected = {
    'an hour ago': '2026-11-25 17:00',
    'half an hour ago': '2026-11-25 17:00',
    'yesterday': '2026-11-24 09:00',
    'the day before yesterday': '2026-11-24 09:00',
    'Monday last week': '2026-11-18 09:00',
}
is_same = True
print('parsedatetime', parsedatetime.__version__)
for text, want in expected.items():
    seen, kind = read(text)
    print(f'{text}: {seen:%Y-%m-%d %H:%M}, kind {kind}')
    is_same &= f'{seen:%Y-%m-%d %H:%M}' == want and kind > 0
today = datetime.date.today()
for text in ['this morning', 'an hour and a half ago']:
    seen, kind = read(text)
    is_of_today = abs((seen.date() - today).days) <= 1
    print(f'{text}: of the day of this run: {is_of_today}')
    is_same &= is_of_today and kind > 0
sys.exit(0 if is_same else 1)
PY
