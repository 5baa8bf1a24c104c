import { Component, type ReactNode } from 'react'
import { earlyErrors } from '#src/loading/early-errors.ts'

type Props = {
  readonly children: ReactNode
  readonly screen: string
  readonly fallback: (again: () => void) => ReactNode
}

/** Records the error for the error report, and shows an error screen. */
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
