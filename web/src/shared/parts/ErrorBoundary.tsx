import { Component, type ReactNode } from 'react'
import { commonTexts } from '../texts/common.ts'
import './parts.css'

type Props = { readonly children: ReactNode }

/** Stands in the place of a part that could not be loaded, or threw: what is around it stays. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const text = commonTexts.now()
    return (
      <div className="notice error" role="alert">
        <p>{text.partFailed}</p>
        {/* A file that did not come is asked for again by a new load alone; the address knows the part. */}
        <button type="button" className="button-link" onClick={() => location.reload()}>
          {text.retry}
        </button>
      </div>
    )
  }
}
