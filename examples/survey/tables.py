"""Tables that studies of robots.txt print, from the files of a crawl.

python tables.py almanac|consent INPUT… [OPTION…]: the inputs and options are those of `robots-wasm survey`, which must be in the PATH.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

# The Web Almanac of the HTTP Archive, chapter SEO: what robots.txt answers, how long it is, which lines and names it has.
ALMANAC = {
    "Status of robots.txt": """
        select coalesce(cast(http_status as text), status) as status, count(*) as sites,
               round(100 * count(*) / sum(count(*)) over (), 1) as percent
        from site group by all order by sites desc, status""",
    "Size of robots.txt": """
        select case when bytes = 0 then '0' when bytes <= 102400 then 'to 100 KB' when bytes <= 204800 then 'to 200 KB'
                    when bytes <= 307200 then 'to 300 KB' when bytes <= 409600 then 'to 400 KB' when bytes <= 512000 then 'to 500 KB'
                    else 'over 500 KB' end as size,
               count(*) as sites, round(100 * count(*) / sum(count(*)) over (), 1) as percent
        from site where bytes is not null group by size order by min(bytes)""",
    "Lines in robots.txt": """
        select unnest(['rules', 'sitemap', 'crawl-delay', 'license']) as line,
               unnest([count_if(rules > 0), count_if(sitemaps > 0), count_if(delays > 0), count_if(len(licenses) > 0)]) as sites
        from site where bytes is not null order by sites desc, line""",
    "Most frequent user-agents": """
        select user_agent, any_value(crawler) as crawler, count(*) as sites,
               round(100 * count(*) / (select count(*) from site where bytes is not null), 1) as percent
        from agent where user_agent is not null group by user_agent order by sites desc, user_agent limit 20""",
    "Most frequent crawlers of AI": """
        select user_agent, operator, count(*) as sites, count_if(access = 'refused') as refused
        from agent where purpose in ('training', 'permission') group by all order by sites desc, user_agent limit 20""",
}

# Longpre and others, Consent in Crisis (2024): how far sites refuse each crawler and each company, at the time of each snapshot. The
# weights by tokens of a corpus need that corpus. --ranks gives others: a site weighs 1 / rank, as visits fall, and nothing without a rank.
LEVEL = """
    case when status = 'unavailable' then 'no robots.txt' when access = 'refused' then 'full' when access = 'partly' then 'some'
         when crawl_delay is not null then 'delay only' when access = 'allowed' then 'none' else 'unknown' end"""
LEVELS = ", ".join(
    f"count_if(level = '{level}') as \"{level}\"" for level in ["no robots.txt", "none", "delay only", "some", "full", "unknown"]
)
CONSENT = {
    "Restrictions by crawler": f"""
        select snapshot, crawler, operator, {LEVELS} from (select *, {LEVEL} as level from crawler where crawler is not null)
        group by all order by snapshot, "full" desc, crawler""",
    "Sites that refuse a company wholly, by snapshot": """
        select snapshot, operator, count(*) as sites, count_if(refused) as refused, round(100 * count_if(refused) / count(*), 1) as percent,
               round(100 * sum(if(refused, 1 / rank, 0)) / sum(1 / rank), 1) as weighted
        from (select snapshot, operator, site, rank, bool_or(access = 'refused') as refused from crawler
              where access is not null group by all)
        group by all order by snapshot, refused desc, operator""",
    "Sites that refuse any of these crawlers wholly, by rank": """
        select top, count(*) as sites, count_if(refused) as refused, round(100 * count_if(refused) / count(*), 1) as percent
        from (select site, rank, bool_or(access = 'refused') as refused from crawler where access is not null group by all),
             (values ('1,000', 1e3), ('10,000', 1e4), ('100,000', 1e5), ('1,000,000', 1e6), ('all', 1e18)) as tops(top, most)
        where coalesce(rank, 1e18) <= most group by top, most order by most""",
}
STUDIES = {
    "almanac": (ALMANAC, {"site": [], "agent": []}),
    "consent": (CONSENT, {"crawler": ["--purpose", "training", "--purpose", "permission"]}),
}


def main(study, *words):
    queries, surveys = STUDIES[study]
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as database:
        for form, options in surveys.items():
            path = str(Path(folder, f"{form}.parquet"))
            subprocess.run(["robots-wasm", "survey", "--quiet", "--by", form, "--output", path, *options, *words], check=True)
            database.read_parquet(path).create_view(form)
        for title, query in queries.items():
            print(title)
            rows = database.execute(query)
            for row in [[column[0] for column in rows.description], *rows.fetchall()]:
                print("  " + "\t".join("-" if value is None else str(value) for value in row))


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in STUDIES:
        sys.exit(__doc__)
    main(*sys.argv[1:])
