import { useEffect, useRef, useState } from 'react'
import type { ClockCommand, Patch, Scenario } from '../api/types.ts'
import { clearAppStorage } from '../state/app-storage.ts'
import { usesPhoneOrigins } from '../state/origins.ts'
import type { Emulator } from '../state/use-emulator.ts'
import { useStored } from '../state/use-stored.ts'
import type { Frame } from './use-frame.ts'

/** An opening of the app worth coming back to: what follows the LIFF id in its address, and LINE as it was. */
export type SavedLaunch = {
  readonly path: string
  readonly scenario: Scenario
}

type Asked = {
  readonly toClient: boolean
  readonly go: (clear: boolean) => Promise<void>
}

/** Changes of the emulated LINE that the app must be opened anew for, with the storage they take away. */
export function useAppLaunch(emulator: Emulator, frame: Frame) {
  const [asked, setAsked] = useState<Asked>()
  const [always, setAlways] = useStored('clear-on-switch', false)
  const [said, say] = useState<string>()
  const kind = emulator.scenario?.environment.kind

  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => say(undefined), 5000)
    return () => clearTimeout(timer)
  }, [said])

  const known = emulator.scenario !== undefined
  const { open } = frame
  const opened = useRef(false)
  useEffect(() => {
    if (!known || opened.current) return
    opened.current = true
    open()
  }, [known, open])

  /** Makes the change with no page open, then opens the app; asks first when it leads out of LINE or into it. */
  const change = (act: () => Promise<boolean>, toClient: boolean | undefined, path = '') => {
    const go = async (clear: boolean) => {
      frame.close()
      if (clear) {
        await clearAppStorage()
        say(`${toClient ? 'Into LINE' : "Into the phone's browser"}: the app's storage was cleared.`)
      }
      if (await act()) frame.open(path)
    }
    // Each has an origin of its own, and with it its own storage: there is nothing to clear.
    const switches =
      !usesPhoneOrigins() &&
      toClient !== undefined &&
      kind !== undefined &&
      toClient !== (kind !== 'external')
    if (switches && !always) setAsked({ toClient, go })
    else void go(switches)
  }
  const leadsToClient = (name: string) => {
    const summary = emulator.scenarios.find(scenario => scenario.name === name)
    return summary?.environment === undefined ? undefined : summary.environment !== 'external'
  }

  return {
    asked,
    said,
    say,
    answer: (answer: 'clear' | 'keep' | 'cancel', forGood: boolean) => {
      setAsked(undefined)
      if (answer === 'cancel' || !asked) return
      if (forGood) setAlways(true)
      void asked.go(answer === 'clear')
    },
    put: (scenario: unknown) => change(() => emulator.put(scenario), undefined),
    launch: ({ path, scenario }: SavedLaunch) =>
      change(() => emulator.put(scenario), scenario.environment.kind !== 'external', path),
    load: (name: string) => change(() => emulator.load(name), leadsToClient(name)),
    reset: () => change(emulator.reset, leadsToClient(emulator.scenario?.name ?? '')),
    clock: async (command: ClockCommand) => {
      if ((await emulator.clock(command)) !== 'signed-out') return
      say('Before LINE had issued its tokens: the app signs in anew.')
      frame.open()
    },
    patch: (patch: Patch) => {
      if (reopens(patch)) change(() => emulator.patch(patch), clientOf(patch))
      else void emulator.patch(patch)
    },
  }
}

/** Network, friendship and consent act on the next request; the rest is fixed once a page has started. */
function reopens(patch: Patch): boolean {
  return patch.environment !== undefined || patch.user !== undefined || patch.tokens !== undefined
}

function clientOf({ environment }: Patch): boolean | undefined {
  return environment?.kind === undefined ? undefined : environment.kind !== 'external'
}

export type AppLaunch = ReturnType<typeof useAppLaunch>
