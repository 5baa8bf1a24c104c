import { useEffect, useRef, useState } from 'react'
import type { ClockCommand, Patch, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { clearAppStorage } from '../state/app-storage.ts'
import { usesPhoneOrigins } from '../state/origins.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { useStored } from '../state/use-stored.ts'
import type { Frame } from './use-frame.ts'
import { useReopen } from './use-reopen.ts'

/** `path` is the part after the LIFF ID in the LIFF URL. */
export type SavedLaunch = {
  readonly path: string
  readonly scenario: Scenario
}

const NOTICE_MS = 5000

/** A switch between LINE and the phone's browser that awaits the user's confirmation. */
type PendingSwitch = {
  readonly toClient: boolean
  readonly run: (clear: boolean) => Promise<void>
}

/** With the query parameter `chat`, the phone starts in the chat instead of the app. */
const startsInChat = () => new URLSearchParams(location.search).has('chat')

/**
 * Applies changes to the emulated LINE and reopens the app if necessary. Before a switch between LINE and the phone's
 * browser, asks whether to clear the app's storage.
 */
export function useAppLaunch(emulator: Emulator, frame: Frame) {
  const { phone } = useTexts()
  const [pendingSwitch, setPendingSwitch] = useState<PendingSwitch>()
  const [alwaysClear, setAlwaysClear] = useStored('clear-on-switch', false)
  const [notice, notify] = useState<string>()
  const kind = emulator.scenario?.environment.kind

  useEffect(() => {
    if (notice === undefined) return
    const timer = setTimeout(() => notify(undefined), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])

  const known = emulator.scenario !== undefined
  const { open } = frame
  const opened = useRef(false)
  useEffect(() => {
    if (!known || opened.current) return
    opened.current = true
    if (!startsInChat()) open()
  }, [known, open])

  const launch = { session: emulator.session, environment: emulator.scenario?.environment }
  useReopen(frame, launch, () => notify(phone.reopened))

  const change = (act: () => Promise<boolean>, toClient: boolean | undefined, path = '') => {
    const run = async (clear: boolean) => {
      frame.close()
      if (clear) {
        await clearAppStorage()
        notify(toClient ? phone.switchedToLine : phone.switchedToBrowser)
      }
      // If the emulator rejects the change, reopen the app at its start page.
      frame.open((await act()) ? path : undefined)
    }
    // If each phone has its own origins, LINE and the browser already have separate storage.
    const switches =
      !usesPhoneOrigins() &&
      toClient !== undefined &&
      kind !== undefined &&
      toClient !== (kind !== 'external')
    if (switches && !alwaysClear) setPendingSwitch({ toClient, run })
    else void run(switches)
  }
  const leadsToClient = (name: string) => {
    const summary = emulator.scenarios.find(scenario => scenario.name === name)
    return summary?.environment === undefined ? undefined : summary.environment !== 'external'
  }

  return {
    pendingSwitch,
    /** Message about the last action, which is shown for five seconds. */
    notice,
    notify,
    answerSwitch: (answer: 'clear' | 'keep' | 'cancel', always: boolean) => {
      setPendingSwitch(undefined)
      if (answer === 'cancel' || !pendingSwitch) return
      if (always) setAlwaysClear(true)
      void pendingSwitch.run(answer === 'clear')
    },
    put: (scenario: unknown) => change(() => emulator.put(scenario), undefined),
    openSaved: ({ path, scenario }: SavedLaunch) =>
      change(() => emulator.put(scenario), scenario.environment.kind !== 'external', path),
    load: (name: string) => change(() => emulator.load(name), leadsToClient(name)),
    reset: () => change(emulator.reset, leadsToClient(emulator.scenario?.name ?? '')),
    clock: async (command: ClockCommand) => {
      if ((await emulator.clock(command)) !== 'signed-out') return
      notify(phone.signsInAgain)
    },
    /** Applies a change that requires reopening the app, such as switching to another kind of app. */
    reopenWith: (patch: Patch) => change(() => emulator.patch(patch), clientOf(patch)),
    patch: (patch: Patch) => {
      if (needsReopen(patch)) change(() => emulator.patch(patch), clientOf(patch))
      else void emulator.patch(patch)
    },
  }
}

/** Web login settings affect the next login, not the open page. */
const NEXT_LOGIN = new Set(['webLogin', 'webAccessTokenLifetime'])

/**
 * True if the patch requires reopening the app. Changes to network, friendship, consent and web login take effect with
 * the next request.
 */
export function needsReopen({ environment, tokens, user }: Patch): boolean {
  return user !== undefined || Object.keys({ ...environment, ...tokens }).some(key => !NEXT_LOGIN.has(key))
}

/** True if the patch opens the app inside LINE; undefined if it does not set this. */
function clientOf({ environment }: Patch): boolean | undefined {
  return environment?.kind === undefined ? undefined : environment.kind !== 'external'
}

export type AppLaunch = ReturnType<typeof useAppLaunch>
