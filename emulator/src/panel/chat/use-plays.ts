import { type SyntheticEvent, useRef } from 'react'
import { PLAYED_PARTS, useChatTools } from './chat-context.ts'

/** Returns handlers for a player. They report each percentage once per play. */
export function usePlays() {
  const { played } = useChatTools()
  /** The highest percentage that the current play has reached; -1 before it has started. */
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
