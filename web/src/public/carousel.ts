/** Adds buttons and arrow keys to a carousel, which the browser scrolls on a swipe. After the last picture comes the first. */
export const openCarousel = (stage: HTMLElement): void => {
  const slides = stage.querySelector<HTMLElement>('.slides')
  const status = stage.querySelector('[role=status]')
  if (!slides || !status) return
  const all = [...slides.children]
  const move = (step: number): void => {
    const seen = Math.round(slides.scrollLeft / slides.clientWidth)
    const next = (seen + step + all.length) % all.length
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    slides.scrollTo({ left: next * slides.clientWidth, behavior: isCalm ? 'instant' : 'smooth' })
    status.textContent = all[next]?.querySelector('p')?.textContent ?? ''
  }
  for (const button of stage.querySelectorAll<HTMLElement>('[data-step]'))
    button.addEventListener('click', () => move(Number(button.dataset['step'])))
  slides.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(step)
  })
}
