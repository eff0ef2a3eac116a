import type { HostMessage } from '../../src/platform/page/requests.ts';
import { background } from './background.ts';
import { focusedElement, focusWithPage } from './focus.ts';

/** How many images are kept, to show them at once when their text is drawn again. */
const maxKept = 24;

/** The images in texts. A button stands for each; an image is fetched when the user asks for it, or for all images of its host. */
export class Images {
	readonly #fetch: (src: string, isAsked: boolean) => Promise<string | undefined>;
	readonly #allowHost: (host: string) => Promise<boolean>;
	/** The hosts whose images are shown without asking. */
	#hosts: readonly string[] = readHosts(document.body.dataset.imageHosts);
	readonly #shown = new Map<string, string>();
	readonly #loading = new Map<string, Promise<string | undefined>>();
	/** The images that cannot be shown. They are fetched again only if the user asks for them. */
	readonly #failed = new Set<string>();
	/** Fetches the images that come into view. */
	readonly #observer = new IntersectionObserver(
		(entries) => {
			for (const { isIntersecting, target } of entries) {
				if (!isIntersecting || !(target instanceof HTMLElement)) continue;
				this.#observer.unobserve(target);
				background(this.#show(target, false));
			}
		},
		{ rootMargin: '200px' },
	);

	/**
	 * `fetch` resolves to an image as a `data:` address, or to undefined if it cannot be shown. If `isAsked`, it then tells the user why. `allowHost`
	 * stores that the images of a host are shown without asking, and resolves to whether it did.
	 */
	constructor(
		fetch: (src: string, isAsked: boolean) => Promise<string | undefined>,
		allowHost: (host: string) => Promise<boolean>,
	) {
		this.#fetch = fetch;
		this.#allowHost = allowHost;
		addEventListener('message', ({ data }: MessageEvent<HostMessage<unknown>>) => {
			if (!('imageHosts' in data)) return;
			this.#hosts = data.imageHosts;
			// A host may have been removed.
			this.#observer.disconnect();
			this.didDraw();
		});
	}

	/** Call after each drawing: a text that is drawn again has its buttons again. */
	didDraw(): void {
		for (const button of document.querySelectorAll<HTMLElement>('.image[data-src]')) {
			const { src = '' } = button.dataset;
			const known = this.#shown.get(src);
			if (known !== undefined) this.#replace(button, known);
			// Observing a button again reports it again.
			else if (this.#hosts.includes(hostOf(button)) && !this.#loading.has(src) && !this.#failed.has(src))
				this.#observer.observe(button);
		}
	}

	/** Handles a click. Returns whether it was for an image. */
	handleClick(target: Element | null, { detail: clickCount }: MouseEvent): boolean {
		const image = target?.closest<HTMLElement>('.image[data-src]');
		const always = target?.closest<HTMLElement>('.always-images');
		if (image) background(this.#show(image, true));
		// Further clicks of a double or triple click were meant for what was there at the first one, such as an image.
		else if (always && clickCount <= 1) background(this.#allow(always.dataset.host ?? ''));
		return !!(image ?? always);
	}

	async #show(button: HTMLElement, isAsked: boolean): Promise<void> {
		const src = button.dataset.src ?? '';
		const data = (await this.#loading.get(src)) ?? (await this.#load(src, isAsked));
		if (data === undefined) return;
		this.#shown.set(src, data);
		const [oldest] = this.#shown.keys();
		if (this.#shown.size > maxKept && oldest !== undefined) this.#shown.delete(oldest);
		const hadFocus = button === focusedElement();
		const image = this.#replace(button, data);
		if (hadFocus) focusWithPage(image);
		// Draws the other images with the same address, too.
		this.didDraw();
	}

	async #load(src: string, isAsked: boolean): Promise<string | undefined> {
		const loading = this.#fetch(src, isAsked);
		this.#loading.set(src, loading);
		let data: string | undefined;
		try {
			data = await loading;
			return data;
		} finally {
			this.#loading.delete(src);
			if (data === undefined) this.#failed.add(src);
			else this.#failed.delete(src);
		}
	}

	#replace(button: HTMLElement, data: string): HTMLImageElement {
		const image = document.createElement('img');
		const { alt = '' } = button.dataset;
		image.alt = alt;
		// The description before the button is only for an image that is not shown.
		const before = button.previousSibling;
		if (before instanceof Text && alt !== '' && before.data.endsWith(`${alt} `))
			before.data = before.data.slice(0, -alt.length - 1);
		image.tabIndex = -1;
		image.src = data;
		const host = hostOf(button);
		button.replaceWith(image, ...(this.#hosts.includes(host) ? [] : [' ', alwaysButton(host)]));
		return image;
	}

	async #allow(host: string): Promise<void> {
		if (!(await this.#allowHost(host))) return;
		this.#hosts = [...this.#hosts, host];
		for (const button of document.querySelectorAll<HTMLElement>('.always-images')) {
			if (button.dataset.host !== host) continue;
			const image = button.previousElementSibling;
			if (button === focusedElement() && image instanceof HTMLElement) focusWithPage(image);
			button.remove();
		}
		this.didDraw();
	}
}

const hostOf = ({ dataset }: HTMLElement): string => URL.parse(dataset.src ?? '')?.host ?? '';

function alwaysButton(host: string): HTMLElement {
	const button = document.createElement('button');
	button.type = 'button';
	button.className = 'text-button always-images';
	button.dataset.host = host;
	button.title = 'Adds the host to the setting tildeforge.imageHosts';
	button.textContent = `Always Show Images from ${host}`;
	return button;
}

function readHosts(json = '[]'): readonly string[] {
	const hosts: unknown = JSON.parse(json);
	return Array.isArray(hosts) ? hosts.map(String) : [];
}
