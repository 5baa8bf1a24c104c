import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import css from './page.module.css'
import { Phrases } from './phrases.tsx'
import { useText } from './use-text.ts'

/** Sets the document title and focuses the screen's heading, so that screen readers announce the new screen. */
export function useScreen(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { t } = useText()
  const name = t('app.name')
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  useEffect(() => {
    // Focus in the next frame, because focusing now would force an early layout.
    const frame = requestAnimationFrame(() => {
      // Keep the focus if the customer has already focused a link in the home shell, which renders before React. WebKit
      // matches `:focus` only in the active window.
      if (!document.activeElement?.matches('main *, [href="#main"]'))
        heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return heading
}

export function Page({
  title,
  back = '/',
  children,
}: {
  readonly title: string
  /** Path of the back link, or null if the page has no back link. */
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
        <Phrases text={title} />
      </h1>
      {children}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

export function Lead({ children }: { children: ReactNode }) {
  return <p className={css.lead}>{typeof children === 'string' ? <Phrases text={children} /> : children}</p>
}

export const CardList = ({ children }: { readonly children: ReactNode }) => (
  <ul className={css.list}>{children}</ul>
)

export function Card({
  title,
  below = false,
  children,
  className,
}: {
  readonly title?: string
  /** True for a card below the fold: the browser skips its layout until it is near, and clips overflowing content. */
  readonly below?: boolean
  readonly children: ReactNode
  readonly className?: string | undefined
}) {
  return (
    <section className={classNames(css.card, below && css.below, className)}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  )
}
