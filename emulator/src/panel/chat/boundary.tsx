import { Component, type ReactNode } from 'react'

type BoundaryProps = { readonly children: ReactNode; readonly fallback: ReactNode }

/** Prevents a single broken message from crashing the whole panel. */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
