"""Answers three questions about a crawl from `robots-wasm survey --output survey.parquet`, in DuckDB and in pandas.

python questions.py survey.parquet
"""

import sys

import duckdb
import pandas as pd

# Sites whose answer is known. Crawlers that no group names obey the group for *.
REFUSING = """
    select crawler, count(*) as sites, count(*) filter (access = 'refused') as refusing
    from survey where access is not null group by crawler order by refusing desc, crawler
"""
NAMING = """
    select named, count(*) as refusals from survey where access = 'refused' and named is not null
    group by named order by named
"""
SELECTIVE = """
    select count(*) as sites from (
        select site from survey where access is not null group by site
        having bool_and(access = 'refused') filter (purpose = 'training')
           and bool_and(access <> 'refused') filter (purpose = 'search'))
"""


def with_duckdb(path):
    """The answers as lists of rows."""
    database = duckdb.connect()
    database.read_parquet(path).create_view("survey")
    return [database.execute(query).fetchall() for query in (REFUSING, NAMING, SELECTIVE)]


def with_pandas(path):
    """The same."""
    survey = pd.read_parquet(path)
    known = survey[survey.access.notna()].assign(refused=lambda rows: rows.access == "refused")
    by_crawler = known.groupby("crawler").refused.agg(["size", "sum"]).reset_index()
    by_crawler = by_crawler.sort_values(["sum", "crawler"], ascending=[False, True])
    refusing = [(row.crawler, int(row["size"]), int(row["sum"])) for _, row in by_crawler.iterrows()]
    naming = known[known.refused & known.named.notna()].groupby("named").size()
    training = known[known.purpose == "training"].groupby("site").refused.all()
    search = known[known.purpose == "search"].groupby("site").refused.any()
    selective = training & ~search.reindex(training.index, fill_value=True)
    return [refusing, [(bool(named), int(count)) for named, count in naming.items()], [(int(selective.sum()),)]]


def main(path):
    answers = with_duckdb(path)
    assert answers == with_pandas(path), "DuckDB and pandas disagree"
    refusing, naming, selective = answers
    print("Which crawlers do sites refuse completely?")
    for crawler, sites, count in refusing:
        print(f"  {crawler}: {count} of {sites} sites")
    print("Do they name the crawler, or refuse every crawler?")
    for named, count in naming:
        print(f"  {'by name' if named else 'by *'}: {count} refusals")
    print("How many sites refuse all crawlers for training, and no crawler for search?")
    print(f"  {selective[0][0]} sites")


if __name__ == "__main__":
    main(sys.argv[1])
