import type { CSSProperties } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { fileUrl } from './links.ts'
import { usePlays } from './use-plays.ts'

type VideoProps = {
  readonly url: unknown
  readonly preview: unknown
  readonly className?: string | undefined
  readonly style?: CSSProperties
  readonly onEnded?: () => void
}

/** The video loads only when the user plays it. */
export function Video({ url, preview, className, style, onEnded }: VideoProps) {
  const { composer } = useTexts()
  const plays = usePlays()
  return (
    <video
      className={className}
      style={style}
      controls
      preload="none"
      aria-label={composer.kinds.video}
      poster={fileUrl(preview) ?? ''}
      src={fileUrl(url) ?? ''}
      {...plays}
      onEnded={() => {
        plays.onEnded()
        onEnded?.()
      }}
    />
  )
}
