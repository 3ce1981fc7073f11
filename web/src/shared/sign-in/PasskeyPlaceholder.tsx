/** Reserves the space of the button until it has loaded, so that nothing moves. */
export const PasskeyPlaceholder = () =>
  'PublicKeyCredential' in window ? (
    <span className="button" aria-hidden style={{ visibility: 'hidden' }} />
  ) : null
