import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import css from './page.module.css'
import { useText } from './use-text.ts'

/** Names the document after the screen and moves focus to its heading, so that a change of screen is heard. */
export function useScreen(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { t } = useText()
  const name = t('app.name')
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  useEffect(() => {
    // With the frame: at once, focus would have the browser lay the screen out before its time.
    const frame = requestAnimationFrame(() => {
      // Where home was there before React somebody may be on one of its links already.
      if (document.querySelector('main :focus') === null) heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return heading
}

/** A screen with a heading and a way back. */
export function Page({
  title,
  back = '/',
  children,
}: {
  readonly title: string
  /** Where the arrow leads; null for none. */
  readonly back?: string | null
  readonly children: ReactNode
}) {
  const { t } = useText()
  const heading = useScreen(title)
  return (
    <div className={css.page}>
      <header className={css.header} style={back === null ? { marginInline: 0 } : undefined}>
        {back !== null && (
          <Link
            href={back}
            className={css.back}
            aria-label={back === '/' ? t('action.home') : t('action.back')}
          >
            <Icon name="back" />
          </Link>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      {children}
    </div>
  )
}

/** A screen of one message, in the middle: a picture, a heading, a text, what to do next. */
export function MessagePage({
  title,
  picture,
  children,
  actions,
}: {
  readonly title: string
  readonly picture?: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  const heading = useScreen(title)
  return (
    <div className={css.centre}>
      {picture}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

/** The text under a message page's heading. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className={css.lead}>{children}</p>
}

/** A group of contents on its own surface. */
export function Card({
  title,
  below = false,
  children,
  className,
}: {
  readonly title?: string
  /** Under a phone's first sight of the screen: laid out when it comes near. Nothing in it may stand out of it. */
  readonly below?: boolean
  readonly children: ReactNode
  readonly className?: string | undefined
}) {
  return (
    <section className={classNames(css.card, below && css.below, className)}>
      {title && <h2 className={css.section}>{title}</h2>}
      {children}
    </section>
  )
}
