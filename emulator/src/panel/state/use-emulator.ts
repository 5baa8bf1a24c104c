import { useEffect, useState } from 'react'
import { control } from '../api/client.ts'
import { pageTimelineEntries } from '../api/convert.ts'
import { subscribeToEvents } from '../api/events.ts'
import type { ClockCommand, PanelLink, PhaseList, ScenarioSummary, SharedPage } from '../api/types.ts'
import { useAttempt, useEmulatorState } from './use-emulator-state.ts'
import { useTimeline } from './use-timeline.ts'

export type Emulator = ReturnType<typeof useEmulator>

/** The emulated LINE's state, and the calls that change it. A call resolves to false if it fails. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: all parts follow one connection to the emulator.
export function useEmulator() {
  const [scenarios, setScenarios] = useState<readonly ScenarioSummary[]>([])
  const { timeline, add, reload, clear, noteSession } = useTimeline()
  const [phases, setPhases] = useState<PhaseList & { readonly applied: number }>({
    phases: [],
    current: null,
    applied: 0,
  })
  const [links, setLinks] = useState<readonly PanelLink[]>([])
  const [connected, setConnected] = useState(false)
  const [edited, setEdited] = useState(false)
  const { attempt, follow, problem } = useAttempt()
  const { scenario, session, revision, killed, refresh } = useEmulatorState(follow)

  useEffect(() => {
    const start = async () => {
      await loadFromUrl()
      const [known, stored, list, pages] = await Promise.all([
        control.scenarios(),
        control.timeline(),
        control.phases(),
        control.links(),
      ])
      setScenarios(known)
      setLinks(pages)
      setPhases(({ applied }) => ({ ...list, applied }))
      reload(stored)
      await refresh()
    }
    const phaseApplied = async () => {
      const list = await control.phases()
      // The phone reopens next, with the phase's scenario and session.
      await refresh()
      setPhases(({ applied }) => ({ ...list, applied: applied + 1 }))
    }
    return subscribeToEvents({
      onOpen: () => {
        setConnected(true)
        void follow(start)
      },
      onLost: () => setConnected(false),
      onEntry: entry => add([entry]),
      onChange: current => {
        noteSession(current)
        void refresh()
      },
      onPhase: () => void follow(phaseApplied),
    })
  }, [follow, refresh, reload, add, noteSession])

  /** Wraps a call so that it also refreshes the state. `isEdit` is the new value of `edited`, if it changes. */
  const changing =
    <Args extends readonly unknown[]>(call: (...args: Args) => Promise<unknown>, isEdit?: boolean) =>
    (...args: Args) =>
      attempt(async () => {
        await call(...args)
        if (isEdit !== undefined) setEdited(isEdit)
        await refresh()
      })
  return {
    scenario,
    /** Changes when the phone's stored values become invalid, for example after a scenario is loaded. */
    session,
    /** For each user, the revision at which LINE was last killed. */
    killed,
    scenarios,
    /** `applied` is the number of phases applied since the panel was opened. */
    phases,
    links,
    /** Number of changes in the emulated LINE as of the last refresh. */
    revision,
    timeline,
    connected,
    /** True if the user changed a knob after loading the scenario. */
    edited,
    /** Problem with the user's last control call, or with a later call by the panel. */
    problem,
    patch: changing(control.patch, true),
    load: changing(control.load, false),
    /** Loads a complete scenario, for example from a file. */
    put: changing(control.put, false),
    reset: changing(control.reset, false),
    killLine: changing(control.kill),
    applyPhase: (id: string) => attempt(() => control.applyPhase(id)),
    /** Resolves to `signed-out` if the phone's tokens were issued after the clock's new time. */
    clock: async (command: ClockCommand): Promise<'moved' | 'signed-out' | 'refused'> => {
      let before = ''
      const done = await attempt(async () => {
        before = (await control.health()).session
        await control.clock(command)
        await refresh()
      })
      if (!done) return 'refused'
      const after = await control.health().catch(() => ({ session: before }))
      return after.session === before ? 'moved' : 'signed-out'
    },
    addFault: changing(control.addFault),
    removeFault: changing(control.removeFault),
    actOnPurchase: changing(control.actOnPurchase),
    /** LINE sends the webhooks `follow` and `unfollow`. */
    setFriendship: changing(control.setFriendship, true),
    setWebhook: changing(control.setWebhook, true),
    resendWebhook: changing(control.resendWebhook),
    /** Sends an event that no action in a chat can cause, such as a beacon. */
    sendWebhookEvent: changing(control.sendWebhookEvent),
    /** Starts sharing a page, as LINE's action button does. Resolves to null if LINE cannot share it. */
    sharePage: async (page: Parameters<typeof control.sharePage>[0]): Promise<SharedPage | null> => {
      let shared: SharedPage | null = null
      await attempt(async () => {
        shared = await control.sharePage(page)
      })
      return shared
    },
    addPageEvent: (...given: Parameters<typeof pageTimelineEntries>) => add(pageTimelineEntries(...given)),
    clearTimeline: () =>
      attempt(async () => {
        await control.clearRequests()
        clear()
      }),
  }
}

async function loadFromUrl(): Promise<void> {
  const url = new URL(location.href)
  const name = url.searchParams.get('scenario')
  if (name === null) return
  url.searchParams.delete('scenario')
  history.replaceState(null, '', url)
  await control.load(name)
}
