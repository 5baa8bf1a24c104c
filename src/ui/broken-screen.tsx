import { Component, type ReactNode } from 'react'
import { useApp } from '#src/app-context.ts'
import { earlyErrors } from '#src/loading/early-errors.ts'
import { Notice } from './notice.tsx'
import { useScreen } from './page.tsx'
import { useText } from './use-text.ts'

/** If a write exists only in this page's memory, the button renders the screen again instead of reloading. */
export function BrokenScreen({ again }: { readonly again: () => void }) {
  const { outbox, reloadNewest } = useApp()
  const { t } = useText()
  const onlyHere = outbox.volatile.value > 0
  // `broken.title` may be missing, because it loads only after the first paint.
  const title = t('broken.title') || t('fail.title')
  const heading = useScreen(title)
  return (
    <section style={{ padding: '24px 16px' }}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Notice
        live
        severity="error"
        button={{
          text: (!onlyHere && t('broken.reload')) || t('action.retry'),
          icon: 'rotate',
          onClick: () => (onlyHere ? again() : void reloadNewest()),
        }}
      >
        <p>{t(onlyHere ? 'offline.volatile' : 'broken.text')}</p>
      </Notice>
    </section>
  )
}

type Props = {
  readonly children: ReactNode
  readonly screen: string
  readonly fallback: (again: () => void) => ReactNode
}

export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  constructor(props: Props) {
    super(props)
    this.state = { broken: false }
  }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    earlyErrors.push({ error, screen: this.props.screen })
  }

  override render() {
    return this.state.broken
      ? this.props.fallback(() => this.setState({ broken: false }))
      : this.props.children
  }
}
