import { Component, type ReactNode } from 'react'

type Props = { readonly children: ReactNode; readonly fallback: (again: () => void) => ReactNode }

/** Shows an error message with a link instead of a blank page if a screen throws while rendering. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  constructor(props: Props) {
    super(props)
    this.state = { broken: false }
  }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken
      ? this.props.fallback(() => this.setState({ broken: false }))
      : this.props.children
  }
}
