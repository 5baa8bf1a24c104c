import type { Sdk, SdkFeatures } from '#src/platform/liff.ts'
import type { Line } from '#src/ports.ts'

/** Makes the SDK behave as inside LINE, where each page has its own tokens. In other browsers, all tabs share them. */
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

/** The calls to LINE's SDK that a test can make hang. */
export type HeldCall = 'init' | 'friendship'

/** Counts the pending calls to LINE. A test can make one kind of call hang; `isAsking` ignores calls of that kind. */
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
    /** Makes calls of this kind hang until `hold` gets another kind, or null to let every call through. */
    hold(call: HeldCall | null) {
      if (call === held) return
      release()
      held = call
      released = new Promise(resolve => {
        release = resolve
      })
    },
    /** Wraps the SDK of one page, so that its calls can hang. */
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
