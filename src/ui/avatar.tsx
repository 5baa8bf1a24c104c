import { useState } from 'react'
import css from './avatar.module.css'
import { Icon } from './icon.tsx'

/** The customer's LINE picture; an outline where there is none or it cannot be had. `size` in CSS pixels. */
export function Avatar({ url, size }: { readonly url: string | null; readonly size: number }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className={css.avatar} style={{ width: size, height: size }}>
      {url === null || broken ? (
        <Icon name="user" size={size * 0.6} />
      ) : (
        <img
          src={url}
          alt=""
          width={size}
          height={size}
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
