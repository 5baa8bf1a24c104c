import type { Ref } from 'react'
import css from './avatar.module.css'
import { Icon } from './icon.tsx'

type Props = {
  readonly url: string | null
  /** Width and height in CSS pixels. */
  readonly size: number
  readonly picture?: Ref<HTMLImageElement>
  readonly onError?: () => void
}

/** Shows an icon if `url` is null. Uses no hooks, so that it can be rendered without React. */
export function AvatarView({ url, size, picture, onError }: Props) {
  return (
    <span className={css.avatar} style={{ width: size, height: size }}>
      {url === null ? (
        <Icon name="user" size={size * 0.6} />
      ) : (
        <img
          ref={picture}
          src={url}
          alt=""
          width={size}
          height={size}
          referrerPolicy="no-referrer"
          onError={onError}
        />
      )}
    </span>
  )
}
