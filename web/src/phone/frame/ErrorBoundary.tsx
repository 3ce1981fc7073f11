import { Component, type ReactNode } from 'react'
import { PRODUCT } from '#contract/common.ts'
import { commonTexts } from '#shared/texts/common.ts'

type Props = { readonly children: ReactNode }

/** Catches unexpected errors and screens whose files could not be loaded. React requires a class for this. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const text = commonTexts.now()
    return (
      <main className="content">
        <h1>{PRODUCT}</h1>
        <p role="alert">{text.unexpected}</p>
        <button type="button" className="button button-outlined" onClick={() => location.reload()}>
          {text.retry}
        </button>
        <a className="button button-outlined" href="/m">
          {text.toMainPage}
        </a>
      </main>
    )
  }
}
