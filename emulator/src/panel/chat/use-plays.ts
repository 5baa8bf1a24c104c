import { type SyntheticEvent, useRef } from 'react'
import { PLAYED_PARTS, useChatTools } from './chat-context.ts'

/** Returns handlers for a player that report each point once per play. */
export function usePlays() {
  const { played } = useChatTools()
  /** The highest percentage that this play has reached; -1 before the start. */
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
