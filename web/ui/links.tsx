import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonStyle, buttonClass } from './button.tsx'

export const textLinkClass = 'text-primary underline underline-offset-4'

export const TextLink = ({ className = '', ...rest }: LinkProps) => (
  <Link {...rest} className={`${textLinkClass} ${className}`} />
)

type LinkButtonProps = LinkProps & ButtonStyle & { icon?: ReactNode }

export const LinkButton = ({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) => (
  <Link
    {...rest}
    className={buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className)}
  >
    {icon}
    {children}
  </Link>
)
