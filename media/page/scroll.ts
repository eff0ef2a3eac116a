const intervalMs = 100;

/** Reports the scroll position: at intervals while the user scrolls, and before the page unloads. */
export function watchScroll(tell: (to: number) => void): void {
	let isWaiting = false;
	const report = () => {
		isWaiting = false;
		tell(window.scrollY);
	};
	addEventListener('pagehide', report);
	addEventListener('scroll', () => {
		if (isWaiting) return;
		isWaiting = true;
		setTimeout(report, intervalMs);
	});
}
