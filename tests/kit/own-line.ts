import type { Sdk, SdkFeatures } from '#src/platform/liff.ts'
import type { Line } from '#src/ports.ts'

/** LINE's SDK as inside LINE: the page keeps its own copy of the tokens. In a browser outside, all tabs share them. */
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

/** The calls of LINE's SDK that a test can let hang. */
export type HeldCall = 'init' | 'friendship'

/** Counts the calls to LINE without an answer. A test can let one kind of call hang, which then does not count. */
export function countAsking() {
  const asking = { init: 0, profile: 0, friendship: 0 }
  let held: HeldCall | null = null
  let released = Promise.resolve()
  let release = () => {}
  const counted =
    <T>(name: keyof typeof asking, ask: () => Promise<T>) =>
    () => {
      asking[name] += 1
      return ask().finally(() => {
        asking[name] -= 1
      })
    }
  const whenReleased =
    <A extends unknown[], T>(name: HeldCall, isClosed: () => boolean, call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      // The call begins at once, because the SDK stores its configuration before its first request.
      const [answer] = await Promise.allSettled([call(...args)])
      while (held === name) await released
      if (isClosed()) throw new TypeError('the page is closed')
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    }
  return {
    isAsking: () => Object.entries(asking).some(([name, count]) => name !== held && count > 0),
    isHeld: () => held !== null && asking[held] > 0,
    /** Lets the calls of this kind hang until the next call of this function; null lets none hang. */
    hold(call: HeldCall | null) {
      if (call === held) return
      release()
      held = call
      released = new Promise(resolve => {
        release = resolve
      })
    },
    /** Returns the SDK of one page, whose calls can hang. */
    holding: (liff: Sdk & SdkFeatures, isClosed: () => boolean): Sdk & SdkFeatures =>
      Object.assign(Object.create(liff), {
        init: whenReleased('init', isClosed, (config: { liffId: string }) => liff.init(config)),
        getFriendship: whenReleased('friendship', isClosed, () => liff.getFriendship()),
      }),
    counted: (line: Line): Line => ({
      ...line,
      init: counted('init', line.init),
      profile: counted('profile', line.profile),
      friendship: counted('friendship', line.friendship),
    }),
  }
}
