import type { Line } from '#src/ports.ts'

/**
 * LINE's SDK as a page inside LINE has it: the page keeps its own copy of LINE's tokens from its init on. In a
 * browser outside LINE, all tabs share the tokens.
 */
export function withOwnLine(line: Line): Line {
  let own: Pick<Line, 'loggedIn' | 'idToken' | 'accessToken' | 'claims'> = line
  const copied = () => {
    const [loggedIn, idToken, accessToken, claims] = [
      line.loggedIn(),
      line.idToken(),
      line.accessToken(),
      line.claims(),
    ]
    return {
      loggedIn: () => loggedIn,
      idToken: () => idToken,
      accessToken: () => accessToken,
      claims: () => claims,
    }
  }
  return {
    ...line,
    async init() {
      const reply = await line.init()
      if (reply.ok && own === line) own = copied()
      return reply
    },
    logout() {
      own = { loggedIn: () => false, idToken: () => null, accessToken: () => null, claims: () => null }
    },
    loggedIn: () => own.loggedIn(),
    idToken: () => own.idToken(),
    accessToken: () => own.accessToken(),
    claims: () => own.claims(),
  }
}

/** Counts the calls to LINE without an answer. */
export function countAsking() {
  let asking = 0
  const counted =
    <T>(ask: () => Promise<T>) =>
    () => {
      asking += 1
      return ask().finally(() => {
        asking -= 1
      })
    }
  return {
    count: () => asking,
    counted: (line: Line): Line => ({
      ...line,
      init: counted(line.init),
      profile: counted(line.profile),
      friendship: counted(line.friendship),
    }),
  }
}
