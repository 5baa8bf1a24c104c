import { type MouseEventHandler, type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { Icon, type IconName } from './icon.tsx'
import { ripple } from './ripple.ts'
import { Spinner } from './spinner.tsx'

type Look = ButtonLook & {
  readonly children: ReactNode
  readonly icon?: IconName | undefined
}

type ButtonProps = Look & {
  readonly onClick?: (() => void) | undefined
  readonly type?: 'button' | 'submit'
  /** True while the action runs: shows a spinner and ignores presses. */
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
}

/** Calls `onClick` only once for several presses in the same task. */
export function Button(props: ButtonProps) {
  const { children, icon, busy = false, onClick, type = 'button', disabled = false, describedBy } = props
  const pressed = useRef(false)
  return (
    <button
      type={type}
      className={buttonClass(props)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-describedby={describedBy}
      onPointerDown={ripple}
      onClick={event => {
        if (busy || pressed.current) return event.preventDefault()
        // The handler may set the button to busy, but this takes effect only when React renders at the end of this
        // task.
        pressed.current = true
        queueMicrotask(() => {
          pressed.current = false
        })
        onClick?.()
      }}
    >
      {busy ? <Spinner size={20} /> : icon && <Icon name={icon} size={20} />}
      {children}
    </button>
  )
}

export function ButtonLink(props: Look & { readonly href: string; readonly onClick?: () => void }) {
  const { href, onClick } = props
  return (
    <Link href={href} className={buttonClass(props)} onPointerDown={ripple} {...(onClick ? { onClick } : {})}>
      {props.icon && <Icon name={props.icon} size={20} />}
      {props.children}
    </Link>
  )
}

/** A link to a URL outside the app, styled as a button. */
export function ButtonAway(
  props: Look & { readonly href: string; readonly onClick?: MouseEventHandler<HTMLAnchorElement> },
) {
  return (
    <a href={props.href} className={buttonClass(props)} onPointerDown={ripple} onClick={props.onClick}>
      {props.icon && <Icon name={props.icon} size={20} />}
      {props.children}
    </a>
  )
}
