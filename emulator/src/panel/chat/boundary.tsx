import { Component, type ReactNode } from 'react'

type BoundaryProps = { readonly children: ReactNode; readonly fallback: ReactNode }

/** Shows the fallback if rendering its children fails, so that a broken message does not remove the panel. */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
