import { useEffect, useRef } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { erasePhone } from '../state/app-storage.ts'
import type { Emulator } from '../state/use-emulator.ts'
import type { Frame } from './use-frame.ts'

/**
 * Clears the phone's storage and reopens the app after each phase change, including those by other programs, because
 * the stored data belongs to the previous phase. Returns a function that applies a phase.
 */
export function usePhases(emulator: Emulator, frame: Frame, notify: (notice: string) => void) {
  const { phone } = useTexts()
  const { applied } = emulator.phases
  const seen = useRef(applied)
  const restart = useRef(async () => {})
  restart.current = async () => {
    frame.close()
    await erasePhone(emulator.scenario?.user ?? '')
    notify(phone.phaseApplied)
    frame.open()
  }
  useEffect(() => {
    if (seen.current === applied) return
    seen.current = applied
    void restart.current()
  }, [applied])

  return async (id: string): Promise<void> => {
    // Prevent the app from writing to the next phase's data.
    frame.close()
    if (!(await emulator.applyPhase(id))) frame.open()
  }
}
