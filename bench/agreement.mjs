// Equal work, checked before any time is taken: how often each contestant answers as we do.
export function agreementOf(contestant, reference, files) {
  let same = 0;
  let total = 0;
  const check = () => {
    for (const { body, agent, urls } of files) {
      const theirs = contestant.compile(body, agent);
      const ours = reference.compile(body, agent);
      for (const url of urls) {
        total++;
        if (contestant.query(theirs, url) === reference.query(ours, url)) same++;
      }
    }
  };
  // The naive engine is asked apart, since one engine is in use at a time.
  if (contestant.around === undefined) check();
  else return agreementApart(contestant, reference, files);
  return { same, total };
}

function agreementApart(contestant, reference, files) {
  const answers = (who) => files.flatMap(({ body, agent, urls }) => urls.map(queryOf(who, who.compile(body, agent))));
  const theirs = contestant.around(() => answers(contestant));
  const ours = answers(reference);
  return { same: ours.filter((verdict, i) => verdict === theirs[i]).length, total: ours.length };
}

const queryOf = (who, compiled) => (url) => who.query(compiled, url);
