/** Lets buttons and arrow keys move a carousel, which scrolls by itself when it is swiped. From the last picture on to the first. */
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
