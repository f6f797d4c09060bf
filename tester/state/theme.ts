/** Light or dark: the system's choice until a person makes another. */
import { type Signal, signal } from "@preact/signals";
import { savedTheme, saveTheme, type Theme } from "./saved.ts";

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

export const theme: Signal<Theme> = signal(savedTheme() ?? (systemIsDark.matches ? "dark" : "light"));

const show = (): void => document.documentElement.setAttribute("data-theme", theme.value);

export function startTheme(): void {
  show();
  systemIsDark.addEventListener("change", () => {
    if (savedTheme() !== undefined) return;
    theme.value = systemIsDark.matches ? "dark" : "light";
    show();
  });
}

export function switchTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  saveTheme(theme.value);
  show();
}
