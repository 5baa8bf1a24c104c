import { type SyntheticEvent, useRef } from 'react'
import { useChatTools } from './chat-context.ts'

/** The parts of a video or audio file whose plays LINE counts, in percent. */
export const PLAYED_PARTS = [0, 25, 50, 75, 100] as const
export type PlayedPart = (typeof PLAYED_PARTS)[number]

/** Returns handlers for a player, which report each part of a video or audio file once in each play. */
export function usePlays() {
  const { played } = useChatTools()
  /** The part that this play has reached; below 0 before its start. */
  const reached = useRef(-1)
  const reach = (percent: number) => {
    for (const part of PLAYED_PARTS) {
      if (part <= reached.current || part > percent) continue
      reached.current = part
      played(part)
    }
  }
  return {
    onPlay: () => {
      if (reached.current === 100) reached.current = -1
      reach(0)
    },
    onTimeUpdate: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      const { currentTime, duration } = currentTarget
      if (duration > 0) reach((currentTime / duration) * 100)
    },
    onEnded: () => reach(100),
  }
}
