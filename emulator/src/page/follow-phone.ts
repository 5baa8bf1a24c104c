import type { PhoneState } from '../page-config.ts'
import { setOffline } from './connectivity.ts'
import { developerText, tellDeveloper } from './developer-console.ts'
import { setClock } from './fake-clock.ts'
import type { PageContext } from './page-context.ts'

type StateEvent = { readonly phone: PhoneState; readonly session: string; readonly killedAt: number }

/** The page's connection over which it follows the phone. */
export type PhoneConnection = { readonly pause: () => void; readonly resume: () => void }

/**
 * Makes the open page follow the phone's clock and network, in a plain tab as on the panel's phone. The connection
 * opens after the page has loaded. `onKilled` is called if the phone has killed LINE since then. The connection closes while the page is in the back/forward cache, which a page with an open
 * connection cannot enter, while the panel has suspended the page, and while the tab is hidden: a browser opens six
 * connections at most, so that the app in a seventh tab would never load.
 */
export function followPhone({ config }: PageContext, onKilled: () => void): PhoneConnection {
  // Save the original now, because the app may replace it.
  const { EventSource } = window
  let stream: EventSource | null = null
  let paused = false
  let scenarioChanged = false
  const onState = ({ data }: MessageEvent<string>) => {
    const { phone, session, killedAt } = JSON.parse(data) as StateEvent
    if (killedAt > config.revision && config.environment.kind !== 'external') {
      close()
      return onKilled()
    }
    setClock(phone.clock, config.liffIds)
    setOffline(phone.offline)
    if (session === config.session || scenarioChanged) return
    scenarioChanged = true
    tellDeveloper('info', developerText('newSession'))
  }
  const open = () => {
    if (paused || stream !== null || document.visibilityState === 'hidden') return
    stream = new EventSource(`${config.emulator}api/events`)
    stream.addEventListener('state', onState)
  }
  const close = () => {
    stream?.close()
    stream = null
  }
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', open)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') close()
    // Before the page has loaded, `pageshow` opens the connection.
    else if (document.readyState === 'complete') open()
  })
  return {
    pause: () => {
      paused = true
      close()
    },
    resume: () => {
      paused = false
      open()
    },
  }
}
