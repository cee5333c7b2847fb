"""The tables that run.py ends with."""

import collections

STATUSES = ("passed", "failed", "skipped", "refused")


def label(result):
    return f"{result['source']}/{result['name']}"


def show_failures(failed, count, line_count, report):
    """The first failures in full."""
    for result in failed[:count]:
        print(f"FAILED {label(result)} [{result['check']}]: {result['reason']}")
        lines = result.get("detail", "").splitlines()
        for line in lines[:line_count]:
            print("    " + line[:400])
        if len(lines) > line_count:
            print(f"    ... {len(lines) - line_count} more lines")
    if len(failed) > count:
        print(f"... {len(failed) - count} more failures in {report}")


def show_counts(results):
    """A row for each source and check."""
    titles = "".join(f"{title:>8}" for title in (*STATUSES[:3], "total", "refused"))
    print(f"\n{'source':<21}{'check':<30}{titles}")
    rows = collections.defaultdict(collections.Counter)
    for result in results:
        rows[result["source"], result["check"]][result["status"]] += 1
    for (source, check), count in rows.items():
        order = (*(count[s] for s in STATUSES[:3]), count.total(), count["refused"])
        numbers = "".join(f"{n:>8}" for n in order)
        print(f"{source:<21}{check:<30}{numbers}")


def show_reasons(title, pairs):
    """`pairs` of a reason and a name, grouped by the reason."""
    names = collections.defaultdict(list)
    for reason, name in pairs:
        if name not in names[reason[:110]]:
            names[reason[:110]].append(name)
    if not names:
        return
    print(f"\n{title}")
    for reason, found in sorted(names.items(), key=lambda r: (-len(r[1]), r[0])):
        more = ", ..." if len(found) > 3 else ""
        print(f"{len(found):>6}  {reason}  ({', '.join(found[:3])}{more})")


def show_times(results):
    """The sum and the longest of each step."""
    steps = collections.defaultdict(list)
    for result in results:
        for step, seconds in result.get("seconds", {}).items():
            steps[step].append((seconds, label(result)))
    if steps:
        print(f"\n{'step':<16}{'total s':>10}{'longest s':>11}")
    for step, times in steps.items():
        longest, name = max(times)
        print(f"{step:<16}{sum(t for t, _ in times):>10.1f}{longest:>11.2f}  {name}")


def show_tables(results):
    show_counts(results)

    def of(status):
        return ((r["reason"], label(r)) for r in results if r["status"] == status)

    show_reasons("failed, by reason", of("failed"))
    show_reasons("skipped: the reference itself cannot, by reason", of("skipped"))
    show_reasons("refused, as they have to be, by what the error says", of("refused"))
    better = ((r["torch"], label(r)) for r in results if r.get("only_ours"))
    show_reasons("torch cannot load or run its own archive, and ours passes", better)
    other = ((r["differs"], label(r)) for r in results if r.get("differs"))
    show_reasons("torch's own archive gives other results than eager torch (it is followed)", other)
    other = ((r["decomposed_differs"], label(r)) for r in results if r.get("decomposed_differs"))
    title = "torch's own run_decompositions() gives other results than eager torch (both are right)"
    show_reasons(title, other)
    show_times(results)


def totals(results):
    count = collections.Counter(result["status"] for result in results)
    return {status: count[status] for status in STATUSES}
