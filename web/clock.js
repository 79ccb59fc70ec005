// What time the seats have left, counted down between what the service says.

const SECOND = 1000;

let clock = null;
let timer = null;

/** Show the clock of a match in the elements that `placeOf` gives by seat; null: there is none. */
export function showClock(shown, placeOf) {
  clock = shown;
  clearInterval(timer);
  timer = clock?.seats.some(({ since }) => since !== null) ? setInterval(() => tick(placeOf), SECOND) : null;
  tick(placeOf);
}

function tick(placeOf) {
  for (const { seat, left, since } of clock?.seats ?? []) {
    const gone = since === null ? 0 : Date.now() / SECOND - since;
    const place = placeOf(seat);
    if (place) place.textContent = spelled(Math.max(0, left - gone));
  }
}

/** Seconds as hours, minutes and seconds: `1:02:03`, `2:03`. */
export function spelled(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}
