import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { useText } from '#shared/texts/common.ts'
import { PublicFrame } from '#shared/frame/PublicFrame.tsx'
import '#shared/parts/parts.css'

/** Replaces a page that threw or failed to load, within its frame. Its links reload the app. */
export const ErrorMessage = () => {
  const text = useText()
  return (
    <div className="message-page" role="alert">
      <PageTitle>{text.unexpected}</PageTitle>
      <div className="message-actions">
        <a className="button" href={paths.landing}>
          {text.toMainPage}
        </a>
        <button type="button" className="button button-outlined" onClick={() => location.reload()}>
          {text.retry}
        </button>
      </div>
    </div>
  )
}

/** The same without a frame. */
export const ErrorPage = () => (
  <PublicFrame>
    <ErrorMessage />
  </PublicFrame>
)

type Props = { readonly instead: ReactNode; readonly children: ReactNode }

type State = { readonly place: string; readonly failed: boolean }

class Boundary extends Component<Props & { readonly place: string }, State> {
  override state = { place: this.props.place, failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ place }: { readonly place: string }, state: State) {
    return place === state.place ? null : { place, failed: false }
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}

/** Shows `instead` for a failed page, until the reader navigates. */
export const PageBoundary = (props: Props) => <Boundary {...props} place={useLocation().key} />
