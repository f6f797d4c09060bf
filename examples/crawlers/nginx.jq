# nginx: refuses crawlers that train models, also those that do not read robots.txt.
#
#   jq -r -f nginx.jq crawlers.json > /etc/nginx/conf.d/crawlers.conf
#
# Then, in a server block: if ($refused_crawler) { return 403; }
# A header can be faked: this keeps out crawlers that give their name.
def pattern: gsub("(?<c>[^A-Za-z0-9 _-])"; "\\\(.c)");

"map $http_user_agent $refused_crawler {\n    default 0;",
(
  [ .crawlers[]
    | select(.status == "active" and .purpose != "permission" and ([.purpose] + .alsoFor | index("training")))
    | .token ]
  | unique[]
  | "    \"~*(^|[^A-Za-z0-9_-])\(pattern)([^A-Za-z0-9_-]|$)\" 1;"
),
"}"
