const shownMs = 1500;

/** The timers of the texts that are shown now. */
const timers = new WeakMap<object, ReturnType<typeof setTimeout>>();

/** Shows `text` as a button's tooltip for a moment, then calls `ended`. A later text replaces an earlier one, whose `ended` is not called. */
export function showTemporaryTip(
	button: Pick<HTMLElement, 'dataset'>,
	text: string,
	ended: () => void,
): void {
	clearTimeout(timers.get(button));
	button.dataset.temporaryTip = text;
	const end = () => {
		delete button.dataset.temporaryTip;
		ended();
	};
	timers.set(button, setTimeout(end, shownMs));
}
