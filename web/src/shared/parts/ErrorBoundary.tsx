import { Component, type ReactNode } from 'react'
import { commonTexts } from '../texts/common.ts'
import './parts.css'

type Props = { readonly children: ReactNode }

/** Replaces a part of a page that failed to load or threw. The rest of the page stays. */
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
        {/* Only a page load fetches a failed file again. The address restores the part. */}
        <button type="button" className="button-link" onClick={() => location.reload()}>
          {text.retry}
        </button>
      </div>
    )
  }
}
