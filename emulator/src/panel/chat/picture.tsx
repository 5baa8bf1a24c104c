import { type CSSProperties, useState } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { fileUrl } from './links.ts'
import styles from './picture.module.css'

type PictureProps = {
  readonly url: unknown
  readonly alt?: string
  readonly className?: string | undefined
  readonly style?: CSSProperties
}

/** Shows an icon if the picture cannot be loaded. */
export function Picture({ url, alt = '', className = '', style }: PictureProps) {
  const { chat } = useTexts()
  const [failed, setFailed] = useState<string>()
  const src = fileUrl(url)
  if (src === null || failed === src)
    return (
      <span
        role="img"
        aria-label={alt || chat.noPicture}
        title={String(url)}
        className={`${styles.missing} ${className}`}
        style={style}
      >
        <Icon name="picture" size={22} />
      </span>
    )
  return (
    <img
      src={src}
      alt={alt}
      className={className}
      style={style}
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  )
}
