/** Replaces the button that stands for an image with the image. */
export function becomeImage(button: HTMLElement, data: string): void {
	const image = document.createElement('img');
	image.alt = button.dataset.alt ?? '';
	image.src = data;
	button.replaceWith(image);
}
