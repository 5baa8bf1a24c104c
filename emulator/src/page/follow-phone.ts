import type { PhoneState } from '../page-config.ts'
import { setOffline } from './connectivity.ts'
import { developerText, tellDeveloper } from './developer-console.ts'
import { setClock } from './fake-clock.ts'
import type { PageContext } from './page-context.ts'

type StateEvent = { readonly phone: PhoneState; readonly session: string; readonly killedAt: number }

export type PhoneConnection = { readonly pause: () => void; readonly resume: () => void }

/**
 * Follows the phone's clock and network once the page has loaded. Disconnects in hidden tabs (browsers allow six
 * connections) and in the back/forward cache. Calls `onKilled` if the phone has killed LINE since.
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
    // If the page has not loaded yet, `pageshow` opens the connection later.
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
