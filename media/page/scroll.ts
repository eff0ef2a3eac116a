const pause = 100;

/** Tells where the page is scrolled to: now and then on the way, and before it goes. */
export function watchScroll(tell: (to: number) => void): void {
	let isWaiting = false;
	const said = () => {
		isWaiting = false;
		tell(window.scrollY);
	};
	addEventListener('pagehide', said);
	addEventListener('scroll', () => {
		if (isWaiting) return;
		isWaiting = true;
		setTimeout(said, pause);
	});
}
